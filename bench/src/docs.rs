//! The types of the three usual documents.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
pub struct Metadata {
    pub result_type: String,
    pub iso_language_code: String,
}

#[derive(Serialize, Deserialize)]
pub struct Url {
    pub url: String,
    pub expanded_url: String,
    pub display_url: String,
    pub indices: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub struct Description {
    pub urls: Vec<Url>,
}

#[derive(Serialize, Deserialize)]
pub struct Entities {
    pub description: Description,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Description>,
}

#[derive(Serialize, Deserialize)]
pub struct User {
    pub id: u64,
    pub id_str: String,
    pub name: String,
    pub screen_name: String,
    pub location: String,
    pub description: String,
    pub url: Option<String>,
    pub entities: Entities,
    pub protected: bool,
    pub followers_count: u64,
    pub friends_count: u64,
    pub listed_count: u64,
    pub created_at: String,
    pub favourites_count: u64,
    pub utc_offset: Option<i64>,
    pub time_zone: Option<String>,
    pub geo_enabled: bool,
    pub verified: bool,
    pub statuses_count: u64,
    pub lang: String,
    pub contributors_enabled: bool,
    pub is_translator: bool,
    pub is_translation_enabled: bool,
    pub profile_background_color: String,
    pub profile_background_image_url: String,
    pub profile_background_image_url_https: String,
    pub profile_background_tile: bool,
    pub profile_image_url: String,
    pub profile_image_url_https: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_banner_url: Option<String>,
    pub profile_link_color: String,
    pub profile_sidebar_border_color: String,
    pub profile_sidebar_fill_color: String,
    pub profile_text_color: String,
    pub profile_use_background_image: bool,
    pub default_profile: bool,
    pub default_profile_image: bool,
    pub following: bool,
    pub follow_request_sent: bool,
    pub notifications: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Hashtag {
    pub text: String,
    pub indices: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub struct UserMention {
    pub screen_name: String,
    pub name: String,
    pub id: u64,
    pub id_str: String,
    pub indices: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub struct Medium {
    pub w: u64,
    pub h: u64,
    pub resize: String,
}

#[derive(Serialize, Deserialize)]
pub struct Sizes {
    pub medium: Medium,
    pub small: Medium,
    pub thumb: Medium,
    pub large: Medium,
}

#[derive(Serialize, Deserialize)]
pub struct MediaItem {
    pub id: u64,
    pub id_str: String,
    pub indices: Vec<u64>,
    pub media_url: String,
    pub media_url_https: String,
    pub url: String,
    pub display_url: String,
    pub expanded_url: String,
    #[serde(rename = "type")]
    pub type_: String,
    pub sizes: Sizes,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_status_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_status_id_str: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub struct StatusEntities {
    pub hashtags: Vec<Hashtag>,
    pub symbols: Vec<Option<()>>,
    pub urls: Vec<Url>,
    pub user_mentions: Vec<UserMention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media: Option<Vec<MediaItem>>,
}

#[derive(Serialize, Deserialize)]
pub struct RetweetedStatus {
    pub metadata: Metadata,
    pub created_at: String,
    pub id: u64,
    pub id_str: String,
    pub text: String,
    pub source: String,
    pub truncated: bool,
    pub in_reply_to_status_id: Option<u64>,
    pub in_reply_to_status_id_str: Option<String>,
    pub in_reply_to_user_id: Option<u64>,
    pub in_reply_to_user_id_str: Option<String>,
    pub in_reply_to_screen_name: Option<String>,
    pub user: User,
    pub geo: Option<()>,
    pub coordinates: Option<()>,
    pub place: Option<()>,
    pub contributors: Option<()>,
    pub retweet_count: u64,
    pub favorite_count: u64,
    pub entities: StatusEntities,
    pub favorited: bool,
    pub retweeted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possibly_sensitive: Option<bool>,
    pub lang: String,
}

#[derive(Serialize, Deserialize)]
pub struct Status {
    pub metadata: Metadata,
    pub created_at: String,
    pub id: u64,
    pub id_str: String,
    pub text: String,
    pub source: String,
    pub truncated: bool,
    pub in_reply_to_status_id: Option<u64>,
    pub in_reply_to_status_id_str: Option<String>,
    pub in_reply_to_user_id: Option<u64>,
    pub in_reply_to_user_id_str: Option<String>,
    pub in_reply_to_screen_name: Option<String>,
    pub user: User,
    pub geo: Option<()>,
    pub coordinates: Option<()>,
    pub place: Option<()>,
    pub contributors: Option<()>,
    pub retweet_count: u64,
    pub favorite_count: u64,
    pub entities: StatusEntities,
    pub favorited: bool,
    pub retweeted: bool,
    pub lang: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retweeted_status: Option<RetweetedStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possibly_sensitive: Option<bool>,
}

#[derive(Serialize, Deserialize)]
pub struct SearchMetadata {
    pub completed_in: f64,
    pub max_id: u64,
    pub max_id_str: String,
    pub next_results: String,
    pub query: String,
    pub refresh_url: String,
    pub count: u64,
    pub since_id: u64,
    pub since_id_str: String,
}

#[derive(Serialize, Deserialize)]
pub struct Twitter {
    pub statuses: Vec<Status>,
    pub search_metadata: SearchMetadata,
}

#[derive(Serialize, Deserialize)]
pub struct Event {
    pub description: Option<()>,
    pub id: u64,
    pub logo: Option<String>,
    pub name: String,
    #[serde(rename = "subTopicIds")]
    pub sub_topic_ids: Vec<u64>,
    #[serde(rename = "subjectCode")]
    pub subject_code: Option<()>,
    pub subtitle: Option<()>,
    #[serde(rename = "topicIds")]
    pub topic_ids: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub struct Price {
    pub amount: u64,
    #[serde(rename = "audienceSubCategoryId")]
    pub audience_sub_category_id: u64,
    #[serde(rename = "seatCategoryId")]
    pub seat_category_id: u64,
}

#[derive(Serialize, Deserialize)]
pub struct Area {
    #[serde(rename = "areaId")]
    pub area_id: u64,
    #[serde(rename = "blockIds")]
    pub block_ids: Vec<Option<()>>,
}

#[derive(Serialize, Deserialize)]
pub struct SeatCategory {
    pub areas: Vec<Area>,
    #[serde(rename = "seatCategoryId")]
    pub seat_category_id: u64,
}

#[derive(Serialize, Deserialize)]
pub struct Performance {
    #[serde(rename = "eventId")]
    pub event_id: u64,
    pub id: u64,
    pub logo: Option<String>,
    pub name: Option<()>,
    pub prices: Vec<Price>,
    #[serde(rename = "seatCategories")]
    pub seat_categories: Vec<SeatCategory>,
    #[serde(rename = "seatMapImage")]
    pub seat_map_image: Option<()>,
    pub start: u64,
    #[serde(rename = "venueCode")]
    pub venue_code: String,
}

#[derive(Serialize, Deserialize)]
pub struct Citm {
    #[serde(rename = "areaNames")]
    pub area_names: BTreeMap<String, String>,
    #[serde(rename = "audienceSubCategoryNames")]
    pub audience_sub_category_names: BTreeMap<String, String>,
    #[serde(rename = "blockNames")]
    pub block_names: BTreeMap<String, Option<()>>,
    pub events: BTreeMap<String, Event>,
    pub performances: Vec<Performance>,
    #[serde(rename = "seatCategoryNames")]
    pub seat_category_names: BTreeMap<String, String>,
    #[serde(rename = "subTopicNames")]
    pub sub_topic_names: BTreeMap<String, String>,
    #[serde(rename = "subjectNames")]
    pub subject_names: BTreeMap<String, Option<()>>,
    #[serde(rename = "topicNames")]
    pub topic_names: BTreeMap<String, String>,
    #[serde(rename = "topicSubTopics")]
    pub topic_sub_topics: BTreeMap<String, Vec<u64>>,
    #[serde(rename = "venueNames")]
    pub venue_names: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
pub struct Properties {
    pub name: String,
}

#[derive(Serialize, Deserialize)]
pub struct Geometry {
    #[serde(rename = "type")]
    pub type_: String,
    pub coordinates: Vec<Vec<Vec<f64>>>,
}

#[derive(Serialize, Deserialize)]
pub struct Feature {
    #[serde(rename = "type")]
    pub type_: String,
    pub properties: Properties,
    pub geometry: Geometry,
}

#[derive(Serialize, Deserialize)]
pub struct Canada {
    #[serde(rename = "type")]
    pub type_: String,
    pub features: Vec<Feature>,
}
